// The calls clinic makes. `optOut` being set keeps clinic from asking for consent.
module.exports = class Insight {
  get optOut() {
    return true
  }
  track() {}
  trackEvent() {}
}
