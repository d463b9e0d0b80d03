import { expect, test } from '@jest/globals'
import { readServerTiming } from '../../../../src/labs/upload/measure/send-uploads.js'

/** @type {[string, string | undefined, Record<string, number>][]} */
const headers = [
  ['one metric', 'wait;dur=1.25', { wait: 1.25 }],
  ['several metrics, in any order', 'upload;dur=345.6, wait;dur=0', { upload: 345.6, wait: 0 }],
  ['white space around every delimiter', ' wait ; dur = 1.5 \t,upload;dur=2', { wait: 1.5, upload: 2 }],
  ['a quoted duration', 'wait;dur="1.5"', { wait: 1.5 }],
  ['delimiters in a description', 'wait;desc="a;dur=9, b;dur=9";dur=3, upload;dur=4', { wait: 3, upload: 4 }],
  ['an escaped quote in a description', String.raw`wait;desc="a\",b;dur=9";dur=3`, { wait: 3 }],
  ['a description that is not closed', 'wait;dur=1;desc="a, upload;dur=4', { wait: 1 }],
  ['parameters after the duration', 'wait;dur=3;desc=queue;unknown', { wait: 3 }],
  ['the name of a parameter in upper case', 'wait;DUR=3', { wait: 3 }],
  ['a metric with another capital is another metric', 'Wait;dur=3', { Wait: 3 }],
  ['the first of two durations', 'wait;dur=3;dur=4', { wait: 3 }],
  ['the first duration, though it is none', 'wait;dur;dur=4', {}],
  ['the first of two metrics of a name', 'wait;dur=3, wait;dur=4', { wait: 3 }],
  ['a metric without a duration', 'miss, wait;dur=3', { wait: 3 }],
  ['a duration that is no number', 'wait;dur=soon', {}],
  ['a duration without end', 'wait;dur=Infinity', {}],
  ['empty metrics', ', ,wait;dur=3,', { wait: 3 }],
  ['an empty header', '', {}],
  ['no header', undefined, {}]
]

test.each(headers)('%s', (_, header, durations) => {
  expect(Object.fromEntries(readServerTiming(header))).toEqual(durations)
})
