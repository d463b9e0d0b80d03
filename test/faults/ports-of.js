import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Returns the ports on which a process listens. Source: proc(5), /proc/net/tcp: state 0A is LISTEN.
 * @param {number} pid
 */
export function portsOf(pid) {
  const inodes = new Set(socketInodes(pid))
  return readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map(line => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = '']) => state === '0A' && inodes.has(inode))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16))
}

/** @param {number} pid @returns {string[]} */
function socketInodes(pid) {
  return readdirSync(`/proc/${pid}/fd`).flatMap(function inodeOf(name) {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1] ?? []
    } catch {
      return []
    }
  })
}
