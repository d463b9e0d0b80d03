/** Six million samples, for which a profile and what is read from it take 512 MB of memory. */
const MOST_MB = 64

/** Returns the limit of profiles and call trees, which are read as a whole. Logs and texts are read line by line, whatever their size. */
export function mostProfileBytes() {
  const askedMB = Number(process.env.WORKSHOP_PROFILE_MB)
  return (askedMB > 0 ? askedMB : MOST_MB) * 1e6
}
