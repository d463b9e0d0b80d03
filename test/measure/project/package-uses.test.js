import { expect, test } from '@jest/globals'
import { packageUses } from '../../../src/measure/project/package-uses.js'

/** @type {(text: string, file?: string) => string[]} each as the package and the line */
function usesIn(text, file = 'server.js') {
  return [...new Set(packageUses(text, file).uses.map(({ packageName, line }) => `${packageName}:${line}`))]
}

const called = 'app.use(compression())'

test.each([
  ['a default import', `import compression from 'compression'\n\n${called}`, ['compression:3']],
  ['a named import', `import { gzip as compression } from 'compression'\n\n${called}`, ['compression:3']],
  ['a namespace', "import * as zip from 'compression'\n\napp.use(zip.default())", ['compression:3']],
  [
    'a scope and a path in the package',
    "import zip from '@fastify/compress/lib/index.js'\nzip()",
    ['@fastify/compress:2']
  ],
  ['a require', `const compression = require('compression')\n\n${called}`, ['compression:3']],
  ['a require in a template', `const compression = require(\`compression\`)\n\n${called}`, ['compression:3']],
  [
    'a destructured require',
    `const { gzip: compression = null } = require('compression')\n\n${called}`,
    ['compression:3']
  ],
  ['a part of a require', `const compression = require('compression').gzip\n\n${called}`, ['compression:3']],
  ['a require that is called', "const app = express()\n\napp.use(require('compression')())", ['compression:3']],
  ['a require whose part is called', "\nrequire('dotenv').config()", ['dotenv:2']],
  [
    'a require that is assigned later',
    `let compression\ncompression = require('compression')\n${called}`,
    ['compression:3']
  ],
  [
    'an awaited import()',
    `const { default: compression } = await import('compression')\n\n${called}`,
    ['compression:3']
  ],
  ['an awaited import() that is called', "\napp.use((await import('compression')).default())", ['compression:2']],
  ['an import() that is passed on', "\napp.register(import('@fastify/compress'))", ['@fastify/compress:2']],
  [
    'what tsc writes',
    "const c_1 = __importDefault(require('compression'))\napp.use((0, c_1.default)())",
    ['compression:2']
  ],
  [
    'what tsc writes with tslib',
    "const c_1 = tslib_1.__importDefault(require('compression'))\nc_1.default()",
    ['compression:2']
  ],
  [
    'what esbuild writes',
    "var import_c = __toESM(require('compression'), 1)\napp.use((0, import_c.default)())",
    ['compression:2']
  ],
  [
    'a plugin that is passed to a call',
    "import zip from '@fastify/compress'\nawait app.register(zip, { global: true })",
    ['@fastify/compress:2']
  ],
  [
    'a part of an import',
    "import express from 'express'\nconst { Router } = express\n\nconst router = Router()",
    ['express:4']
  ],
  ['new', "import Koa from 'koa'\nconst app = new Koa()", ['koa:2']],
  ['a tagged template', "import { html } from 'htm'\nhtml`<p>`", ['htm:2']],
  [
    'a class that extends it',
    "import { Transform } from 'readable-stream'\nclass Upper extends Transform {}",
    ['readable-stream:2']
  ],
  ['several calls', "import zip from 'compression'\na.use(zip())\nb.use(zip())", ['compression:2', 'compression:3']],
  [
    'a call over several lines',
    "import zip from 'compression'\napp.use(\n  zip({\n    level: 9\n  })\n)",
    ['compression:3']
  ],
  ['an import without a call', "\nimport 'dotenv/config'", ['dotenv:2']],
  ['an import over several lines without a call', "\nimport {\n  a\n} from 'p'\nexport { a }", ['p:2']],
  ['what is exported again', "export { gzip } from 'compression'\nexport * from 'koa'", ['compression:1', 'koa:2']],
  [
    'a strict script that returns',
    `'use strict'\nif (x) return\nconst compression = require('compression')\n${called}`,
    ['compression:4']
  ],
  ['the first line of a script', "#!/usr/bin/env node\nrequire('p')()", ['p:2']]
])('%s', (_, text, uses) => {
  expect(usesIn(text)).toEqual(uses)
})

test.each([
  ['a type', "import type { Request } from 'express'", []],
  ['types among values', "import { type Request, Router } from 'express'\nRouter()", ['express:2']],
  ['only types', "import { type Request } from 'express'", []],
  [
    'what only types use, which is left out of what runs',
    "import { Request } from 'express'\nfunction f(request: Request) {}",
    []
  ],
  ['import =', "import express = require('express')\nconst app = express()", ['express:2']],
  [
    'a cast and a type argument',
    "import zip from 'compression'\napp.use((zip as any)<string>(zip!()))",
    ['compression:2']
  ],
  ['a decorator', "import { Get } from '@nestjs/common'\nclass A {\n  @Get() all(): void {}\n}", ['@nestjs/common:3']],
  [
    'a decorated parameter',
    "import { Body } from '@nestjs/common'\nclass A {\n  all(@Body() body: string) {}\n}",
    ['@nestjs/common:3']
  ],
  ['an assertion as in old TypeScript', "import zip from 'compression'\nconst x = <any>zip()", ['compression:2']]
])('TypeScript: %s', (_, text, uses) => {
  expect(usesIn(text, 'server.ts')).toEqual(uses)
})

test('JSX, and TypeScript with JSX', () => {
  const text =
    "import { Layout } from '@acme/ui'\nimport * as ui from 'ui'\nexport const page = <Layout><ui.Button /></Layout>"
  expect(usesIn(text, 'page.jsx')).toEqual(['@acme/ui:3', 'ui:3'])
  expect(usesIn(text, 'page.tsx')).toEqual(['@acme/ui:3', 'ui:3'])
})

test.each([
  [
    'a name that a parameter has too',
    "import zip from 'compression'\nfunction f(zip) {\n  zip()\n}",
    ['compression:1']
  ],
  [
    'a name of two packages',
    "let db\nif (x) db = require('pg')\nelse db = require('mysql')\ndb()",
    ['pg:2', 'mysql:3']
  ],
  [
    'a name of two functions',
    "function f() {\n  const p = require('a')\n  p()\n}\nfunction g() {\n  const p = require('b')\n  p()\n}",
    ['a:2', 'b:6']
  ],
  ['a promise', "\nimport('compression').then(zip => app.use(zip.default()))", ['compression:2']],
  ['require.resolve', "require.resolve('compression')", []],
  ['a name that is calculated', 'require(name)', []],
  ['a property of the same name', "import zip from 'compression'\napp.zip()", ['compression:1']],
  ['modules of Node.js', "import fs from 'fs'\nimport path from 'node:path'\nfs.readFileSync(path.join('a'))", []],
  ['an import of package.json, and a URL', "import '#db'\nimport 'data:text/javascript,1'", []],
  ['text that only looks like one', "// require('a')\nconst text = \"import b from 'b'\"", []]
])('no guess: %s', (_, text, uses) => {
  expect(usesIn(text)).toEqual(uses)
})

test('what is imported by a path is a file', () => {
  const text =
    "import './a.js'\nexport * from '../b.js'\nconst c = require('./c')\nimport('/srv/d.mjs')\nimport type { E } from './e.js'"
  expect(packageUses(text, 'server.ts').files).toEqual(['./a.js', '../b.js', './c', '/srv/d.mjs'])
})

test('text that is no code is refused', () => {
  expect(() => packageUses('SECRET=one two', '.env')).toThrow(SyntaxError)
})
