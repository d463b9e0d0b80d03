import { expect, test } from '@jest/globals'
import {
  answerProblem,
  encodingOf,
  sizeDifferences,
  summariseResponses
} from '../../../src/verdict/decide/compare-answers.js'

/** @import { Answer, Answers } from '../../../src/runs/types.js' */

/** @param {Partial<Answer>} [changes] @returns {Answer} */
function answer(changes) {
  return {
    statusCode: 200,
    contentType: 'text/html',
    contentEncoding: 'identity',
    bytes: 100,
    location: null,
    ...changes
  }
}

/** @param {string} variant @param {Partial<Answer>[]} each @returns {Answers} */
function answersOf(variant, each) {
  return { variant, wantedPort: 0, answers: each.map(answer) }
}

const same = answersOf('a', [{}, { bytes: 110 }])

test('responses of one kind are compared', () => {
  expect(answerProblem([same, answersOf('b', [{ statusCode: 201 }])], 'GET /')).toBeNull()
})

test('another content-type is other work', () => {
  expect(answerProblem([same, same, answersOf('b', [{ contentType: '' }])], 'GET /')).toEqual({
    code: 'ERR_NOT_COMPARABLE',
    details: { request: 'GET /', baseline: 'a', baselineType: 'text/html', candidate: 'b', candidateType: 'none' }
  })
})

test('an encoding that all responses have is expected of every one', () => {
  expect(encodingOf([answer({ contentEncoding: 'gzip' }), answer({ contentEncoding: 'gzip' })])).toBe('gzip')
  expect(encodingOf([answer({ contentEncoding: 'gzip' }), answer()])).toBeNull()
})

test.each([
  [
    'beyond the spread of the baseline',
    [{ bytes: 111 }, { bytes: 119 }],
    [{ baselineBytes: 105, candidateBytes: 115 }]
  ],
  ['within it', [{ bytes: 90 }, { bytes: 104 }], []]
])('a size %s', (_where, sizes, expected) => {
  const found = sizeDifferences(summariseResponses([same, answersOf('b', sizes)]))
  expect(found).toEqual(expected.map(each => ({ baseline: 'a', candidate: 'b', ...each })))
})
