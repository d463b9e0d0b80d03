import { expect, jest, test } from '@jest/globals'
import { RunFolder } from '../../src/runs/run-folder.js'
import { analysisOf, fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
import { filesWith } from '../helpers/search-bytes.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

/** @import { Experiment } from '../../src/experiments/types.js' */

jest.setTimeout(120_000)
removeTemporaryFolders()

const capture = { token: 'json $.token' }
const login = [{ path: '/token', method: 'POST', headers: { accept: '*/*' }, capture }]
const request = { path: '/', headers: { authorization: 'Bearer {{token}}' } }

/** @param {Record<string, string>} env of the candidate @returns {Experiment} */
function experimentWith(env) {
  const server = 'needs-token.js'
  return { ...fixtureExperiment({ server }, { server, env }), request, login }
}

test.each([
  ['in the warm-up', { LASTS: '250' }, 401],
  ['in a slice', { LASTS: '700' }, 401],
  ['with a redirect', { LASTS: '700', REFUSAL: '302' }, 302]
])('a token that expires %s ends the run, and nothing is called slower', async (_when, env, status) => {
  const { folder, problem } = await runFixture(experimentWith(env))
  expect(problem).toMatchObject({
    code: 'ERR_LOGIN_ENDED',
    exitCode: 3,
    details: { variant: 'candidate', request: 'GET /', status },
    message: expect.stringMatching(/^The login of candidate ended during the run: GET \/ responds with status \d+, /)
  })
  const { manifest } = new RunFolder(folder.root).read()
  expect(manifest.status).toBe('failed')
  expect(analysisOf(folder.root).verdicts.map(({ verdict }) => verdict)).toEqual(['cannot tell'])
})

test('a token that lasts is in each launch, counted apart, and in no file', async () => {
  const { folder, problem } = await runFixture(experimentWith({}))
  expect(problem).toBe(null)
  const { launches, manifest, slices } = new RunFolder(folder.root).read()
  expect(launches.map(each => each.login?.requests)).toEqual(launches.map(() => 1))
  expect(slices.filter(({ non2xx }) => non2xx > 0)).toEqual([])
  expect(manifest.experiment.login).toEqual(login)
  expect(manifest.experiment.request.headers).toEqual(request.headers)
  expect(filesWith(folder.root, ['-of-a-user'])).toEqual([])
  expect(analysisOf(folder.root).login).toMatchObject({ requests: 1, medianMs: expect.any(Number) })
})
