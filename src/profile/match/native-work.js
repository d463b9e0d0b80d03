/** @import { OtherThreads, WorkName } from '../types.js' */

/** Functions that start a thread or hand out its work: what they call says what the work is. */
const runners = [
  /^(start_thread|_*clone3?|thread_start|worker|uv__thread_start|uv__queue_work|uv__fs_work)$/,
  /^(node::ThreadPoolWork::ScheduleWork|v8::platform::Default(JobWorker|WorkerThread\w*)::|std::_Function_handler<)/,
  /::(PlatformWorkerThread|DelayedTaskScheduler::\w+|CancelableTask::Run|ZlibContext>?::DoThreadPoolWork)$/,
  /^v8::internal::Optimiz(ingCompile(Dispatcher|TaskExecutor)::|edCompilationJob::ExecuteJob$)/
]

/** @type {{ name: WorkName, symbols: RegExp }[]} */
const works = [
  {
    name: 'waiting',
    symbols: /futex|lll_lock|cond_?(wait|var|signal|broadcast)|pthread_|mutex|rwlock|^worker$|sem_wait/i
  },
  {
    name: 'memory',
    symbols: /^_*(int_)?(malloc|calloc|realloc|c?free|mprotect|mmap|munmap|brk|sysmalloc|systrim|unlink_chunk)/
  },
  { name: 'compiler', symbols: /^v8::internal::.*(compiler::|maglev::|baseline::|wasm::|Compil|Optimiz)/ },
  {
    name: 'gc',
    symbols: /^v8::internal::.*(Scaveng|Mark|Sweep|Evacuat|Clearing|Unmap|PointersUpdat|Heap|GarbageCollect)/
  },
  {
    name: 'crypto',
    symbols: /^node::crypto::|^(EVP|RSA|EC|SHA|AES|PKCS5|BN)_|^_*(sha\d|rsaz|aesni|bn_|ecp_|chacha|poly1305)/
  },
  { name: 'compression', symbols: /deflate|inflate|zlib|brotli|zstd|crc32|adler32/i },
  { name: 'dns', symbols: /getaddrinfo|getnameinfo/ },
  {
    name: 'fs',
    symbols: /^uv__fs_|^_*(p?readv?|open(at)?|close|[fl]?stat|statx|getdents|unlink|mkdir|rename)(64)?(_nocancel)?$/
  }
]
/** Of these the functions are parts of one thing, and their names say no more. */
const joined = new Set(['waiting', 'memory'])

/** @type {{ threads: OtherThreads | 'workers', symbols: RegExp }[]} */
const owners = [
  { threads: 'workers', symbols: /^node::worker::Worker::/ },
  { threads: 'helpers', symbols: /::(PlatformWorkerThread|DelayedTaskScheduler::\w+)$/ },
  { threads: 'pool', symbols: /^(worker|uv__queue_work|uv__fs_work|uv__getaddrinfo_work)$|^node::ThreadPoolWork::/ }
]

/**
 * Returns which work a thread did when it was sampled: of the functions on its stack the outermost that does not only hand
 * out work.
 * @param {string[]} symbols the outermost first, at least one
 * @returns {{ work: WorkName, name: string }} `name`: that function; '' where its work is spread over small functions
 */
export function workOf(symbols) {
  const name = symbols.find(symbol => !runners.some(runner => runner.test(symbol))) ?? symbols.at(-1) ?? ''
  const work = works.find(({ symbols }) => symbols.test(name))?.name ?? 'other'
  return { work, name: joined.has(work) ? '' : name }
}

/**
 * Returns which threads a stack is of.
 * @param {string[]} symbols
 * @returns {OtherThreads | 'workers' | null} `workers`: of the app; null where the stack does not show it
 */
export function threadsOf(symbols) {
  return owners.find(owner => symbols.some(symbol => owner.symbols.test(symbol)))?.threads ?? null
}
