import { describe, expect, test } from '@jest/globals'
import { responseReader } from '../../src/load/response-reader.js'

/** @import { ResponseHead } from '../../src/load/response-head.js' */

/** @type {Record<string, { text: string, head?: Partial<ResponseHead> }>} */
const complete = {
  'content-length': { text: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', head: { contentLength: 5 } },
  'a length of zero': { text: 'HTTP/1.1 200 OK\r\ncontent-length:0\r\n\r\n' },
  'one length, stated twice': { text: 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nContent-Length: 2\r\n\r\nab' },
  'a body that looks like headers': {
    text: 'HTTP/1.1 200 OK\r\ncontent-length: 32\r\n\r\nHTTP/1.1 404 Not Found\r\n\r\n......'
  },
  chunks: {
    text: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1A\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n'
  },
  'chunks that look like the end': {
    text: 'HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n7\r\n\r\n0\r\n\r\n\r\n0\r\n\r\n'
  },
  'chunks with extensions and trailers': {
    text: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n03;name="0"\r\nabc\r\n0;last\r\nx-sum: 1\r\nx-time: 2\r\n\r\n'
  },
  'chunks and a length, which does not count': {
    text: 'HTTP/1.1 200 OK\r\ncontent-length: 999\r\ntransfer-encoding: gzip, chunked\r\n\r\n1\r\na\r\n0\r\n\r\n'
  },
  'no content': { text: 'HTTP/1.1 204 No Content\r\ndate: now\r\n\r\n', head: { statusCode: 204 } },
  'not modified, with the length of what is not sent': {
    text: 'HTTP/1.1 304 Not Modified\r\ncontent-length: 100\r\n\r\n',
    head: { statusCode: 304 }
  },
  'informational responses before the real one': {
    text: 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\ncontent-length: 9\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 1\r\n\r\na',
    head: { statusCode: 201, contentLength: 1 }
  },
  'no reason': { text: 'HTTP/1.1 404\r\ncontent-length: 0\r\n\r\n', head: { statusCode: 404 } },
  'an encoding': {
    text: 'HTTP/1.1 200 OK\r\nX-Content-Encoding: none\r\nCONTENT-ENCODING: \t gzip \r\ncontent-length: 0\r\n\r\n',
    head: { contentEncoding: 'gzip' }
  },
  'a last response': {
    text: 'HTTP/1.1 200 OK\r\nConnection: Close\r\ncontent-length: 0\r\n\r\n',
    head: { closes: true, contentEncoding: 'identity' }
  },
  'a last response among other options': {
    text: 'HTTP/1.1 200 OK\r\nconnection: x-option, close\r\ncontent-length: 0\r\n\r\n',
    head: { closes: true }
  },
  'a connection that stays open': {
    text: 'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\ncontent-length: 0\r\n\r\n',
    head: { closes: false }
  },
  'HTTP/1.0': { text: 'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n', head: { closes: true } },
  'HTTP/1.0 that stays open': {
    text: 'HTTP/1.0 200 OK\r\nconnection: Keep-Alive\r\ncontent-length: 0\r\n\r\n',
    head: { closes: false }
  }
}

describe.each(Object.entries(complete))('%s', (_name, { text, head = {} }) => {
  const bytes = Buffer.from(text, 'latin1')

  test('in one read, again and again', () => {
    const reader = responseReader()

    for (let time = 0; time < 3; time++) {
      expect(reader.read(bytes, bytes.length)).toBe(true)
      expect(reader.head).toMatchObject({ statusCode: 200, ...head })
    }
  })

  test('in two reads, split at every byte', () => {
    const reader = responseReader()
    for (let split = 1; split < bytes.length; split++) {
      expect(readEach(reader, [bytes.subarray(0, split), bytes.subarray(split)])).toEqual([false, true])
      expect(reader.head).toMatchObject({ statusCode: 200, ...head })
    }
  })

  test('in three reads, split at every two bytes', () => {
    const reader = responseReader()
    for (let first = 1; first < bytes.length - 1; first++) {
      for (let second = first + 1; second < bytes.length; second++) {
        const parts = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)]
        if (readEach(reader, parts).join() !== 'false,false,true') throw new Error(`split at ${first} and ${second}`)
      }
    }
    expect(reader.head).toMatchObject({ statusCode: 200, ...head })
  })

  test('byte by byte', () => {
    const ends = readEach(
      responseReader(),
      Array.from(bytes, byte => Buffer.from([byte]))
    )

    expect(ends.indexOf(true)).toBe(bytes.length - 1)
  })

  test('in a buffer that holds bytes of an earlier read', () => {
    const reader = responseReader()
    const reused = Buffer.from('\r\n\r\nHTTP/1.1 500 No\r\n\r\n'.repeat(20))
    for (let split = 1; split < bytes.length; split++) {
      for (const [from, to] of [
        [0, split],
        [split, bytes.length]
      ]) {
        bytes.copy(reused, 0, from, to)
        expect(reader.read(reused, Number(to) - Number(from))).toBe(to === bytes.length)
      }
      expect(reader.head).toMatchObject({ statusCode: 200, ...head })
    }
  })
})

describe.each([
  ['without a length', 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello'],
  ['with a coding that has no end', 'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\ncontent-length: 1\r\n\r\nhello']
])('a response %s', (_name, text) => {
  test('ends when the connection closes, wherever it is split', () => {
    const bytes = Buffer.from(text)
    const headLength = text.indexOf('hello')
    for (let split = 1; split < bytes.length; split++) {
      const reader = responseReader()
      expect(reader.read(bytes, split)).toBe(false)
      expect(reader.endsAtClose()).toBe(split >= headLength)
      expect(reader.read(bytes.subarray(split), bytes.length - split)).toBe(false)
      expect(reader.endsAtClose()).toBe(true)
      expect(reader.head.closes).toBe(true)
    }
  })
})

test('a close does not complete a response with a length', () => {
  const reader = responseReader()
  const cut = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhell')

  expect(reader.endsAtClose()).toBe(false)
  reader.read(cut, cut.length)
  expect(reader.endsAtClose()).toBe(false)
})

test.each(['HTTP/1.1 200', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhell'])(
  'after a restart a cut response is forgotten: %j',
  text => {
    const reader = responseReader()
    const [cut, whole] = [Buffer.from(text), Buffer.from('HTTP/1.1 204 No Content\r\n\r\n')]
    reader.read(cut, cut.length)
    reader.restart()

    expect(reader.read(whole, whole.length)).toBe(true)
    expect(reader.head.statusCode).toBe(204)
  }
)

describe.each([
  ['no response', 'SSH-2.0-OpenSSH_9\r\n\r\n', /no status line/],
  ['another version', 'HTTP/2.0 200 OK\r\n\r\n', /no status line/],
  ['a status that is no number', 'HTTP/1.1 2x0 OK\r\n\r\n', /no status line/],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n', /no status line/],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n', /another protocol/],
  ['a length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: 5a\r\n\r\nhello', /content-length/],
  ['a negative length', 'HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nhello', /content-length/],
  ['an empty length', 'HTTP/1.1 200 OK\r\ncontent-length: \r\n\r\n', /content-length/],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello', /content-length/],
  ['a chunk size that is no number', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n', /without a size/],
  ['a chunk without a size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n\r\n', /without a size/],
  ['a chunk longer than its size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhello\r\n', /longer/],
  ['headers without an end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(70_000)}`, /without an end/]
])('%s', (_name, text, message) => {
  test('is refused, in one read and byte by byte', () => {
    const bytes = Buffer.from(text)
    const single = Array.from(bytes, byte => Buffer.from([byte]))

    expect(() => responseReader().read(bytes, bytes.length)).toThrow(message)
    expect(() => readEach(responseReader(), single)).toThrow(message)
  })
})

test.each([
  ['a body longer than its length', 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nhello'],
  ['a body where there is none', 'HTTP/1.1 204 No Content\r\n\r\nhello'],
  ['bytes after the last chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n\r\n']
])('%s is refused', (_name, text) => {
  const bytes = Buffer.from(text)

  expect(() => responseReader().read(bytes, bytes.length)).toThrow(/bytes after its end/)
})

/** @param {ReturnType<typeof responseReader>} reader @param {Buffer[]} parts */
function readEach(reader, parts) {
  return parts.map(part => reader.read(part, part.length))
}
