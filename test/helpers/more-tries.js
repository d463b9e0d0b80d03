import { jest } from '@jest/globals'

// Tests start real servers and programs on machines that other work may stop for a moment. A failure is printed, and the test
// is played again: a defect fails each time.
jest.retryTimes(2, { logErrorsBeforeRetry: true })
