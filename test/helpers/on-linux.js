import { existsSync } from 'node:fs'
import { it } from '@jest/globals'
import { PROC } from '../../src/system/platform.cjs'

/** Whether this system has /proc as Linux has it, and the tool may use it. */
export const hasProc = existsSync(`${PROC}/self`)

/** Is `test` on Linux; elsewhere, and under WORKSHOP_NO_PROC=1, it skips. */
export const onLinux = hasProc ? it : it.skip
