// The calls clinic makes, at each start.
module.exports = function updateNotifier() {
  return { notify() {} }
}
