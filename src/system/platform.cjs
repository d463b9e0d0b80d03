'use strict'
/**
 * Has what the tool uses of a system and not every system has: the folder in which Linux describes its processes, and two programs.
 * With WORKSHOP_NO_PROC=1 none of them is found, as on a machine without them. Child processes inherit the variable. It is CommonJS
 * because the agent in the servers loads it too.
 */
const isHidden = process.env.WORKSHOP_NO_PROC === '1'
/** Is nowhere: only the kernel makes files in /proc, and none of this name. */
const NOWHERE = '/proc/none'

const PROC = isHidden ? NOWHERE : '/proc'
const TASKSET = programOf('taskset')
const NM = programOf('nm')

/** @param {string} name */
function programOf(name) {
  return isHidden ? `${NOWHERE}/${name}` : name
}

module.exports = { PROC, TASKSET, NM }
