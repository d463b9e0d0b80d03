import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { readMeasureOptions } from '../../src/compare/ask/measure-options.js'

const examples = path.join(import.meta.dirname, '../../examples/many-machines')
const github = readExample('github.yml')
const gitlab = readExample('gitlab.yml')
const kubernetes = readExample('kubernetes.yml')

/** What each of them starts, by the number that it gives a shard, and how many it starts. */
const shards = {
  GitHub: github.jobs.shard.strategy.matrix.shard.map((/** @type {number} */ shard) =>
    commandOf(github.jobs.shard.steps).replace(/\$\{\{ matrix\.shard }}/, String(shard))
  ),
  GitLab: Array.from({ length: gitlab.shard.parallel }, (_, index) =>
    gitlab.shard.script
      .at(-1)
      .replaceAll('$CI_NODE_INDEX', String(index + 1))
      .replace('$CI_NODE_TOTAL', String(gitlab.shard.parallel))
  ),
  Kubernetes: Array.from({ length: kubernetes.spec.completions }, (_, index) =>
    kubernetes.spec.template.spec.containers[0].command
      .at(-1)
      .replace('$((JOB_COMPLETION_INDEX + 1))', String(index + 1))
      .replace('$JOB_COMPLETION_INDEX', String(index))
  )
}

test.each(Object.entries(shards))('%s starts each shard once, with a number that compare takes', (_name, commands) => {
  const given = commands.map((/** @type {string} */ command) => /--shard "?(\d+\/\d+)/.exec(command)?.[1])
  const read = given.map((/** @type {string} */ shard) => readMeasureOptions({ shard }).shard)
  expect(read).toEqual(
    given.map((/** @type {string} */ _, /** @type {number} */ index) => ({ index: index + 1, count: 4 }))
  )
})

test('a shard that fails does not end the others, and the merge has what they left', () => {
  expect(github.jobs.shard.strategy['fail-fast']).toBe(false)
  expect(github.jobs.merge).toMatchObject({ needs: 'shard', if: expect.stringContaining('!cancelled()') })
  expect(gitlab.merge.when).toBe('always')
  expect(gitlab.shard.artifacts).toEqual({ when: 'always', paths: ['shards/'] })
  expect(kubernetes.spec).toMatchObject({ completionMode: 'Indexed', parallelism: 4, backoffLimitPerIndex: 0 })
  for (const text of [commandOf(github.jobs.merge.steps), gitlab.merge.script.at(-1)])
    expect(text).toMatch(/ merge shards\/\*\/\*-compare\*\/ --fail-if-slower=5%$/)
})

test('in Kubernetes no two shards run on one node', () => {
  const { template } = kubernetes.spec
  const [rule] = template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution
  expect(rule.topologyKey).toBe('kubernetes.io/hostname')
  expect(rule.labelSelector.matchLabels).toEqual(template.metadata.labels)
})

/** @param {string} name @returns {any} */
function readExample(name) {
  return parse(readFileSync(path.join(examples, name), 'utf8'))
}

/** @param {{ run?: string }[]} steps @returns {string} */
function commandOf(steps) {
  return steps.find(({ run }) => run?.includes('profiling-workshop'))?.run ?? ''
}
