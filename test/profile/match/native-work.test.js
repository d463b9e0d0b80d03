import { expect, test } from '@jest/globals'
import { workOf } from '../../../src/profile/match/native-work.js'

const pool = 'start_thread;worker;'
const zlib = `${pool}node::ThreadPoolWork::ScheduleWork()::{lambda(uv_work_s*)#1}::_FUN;node::ZlibContext::DoThreadPoolWork;`
const helper = 'start_thread;node::PlatformWorkerThread;'
const compile = 'v8::internal::OptimizingCompileDispatcher::CompileTask::RunInternal;'

// Stacks that perf recorded on Node 20 to 26.
test.each([
  [`${zlib}deflate;deflate_slow;longest_match`, 'compression', 'deflate'],
  [`${zlib}node::ZlibContext::InitZlib;memset;asm_exc_page_fault`, 'compression', 'node::ZlibContext::InitZlib'],
  [
    `${pool}node::CompressionStream<node::BrotliEncoderContext>::DoThreadPoolWork;BrotliEncoderCompressStream`,
    'compression',
    'node::CompressionStream<node::BrotliEncoderContext>::DoThreadPoolWork'
  ],
  [
    `${pool}node::crypto::DeriveBitsJob<node::crypto::PBKDF2Traits>::DoThreadPoolWork;PBKDF2`,
    'crypto',
    'node::crypto::DeriveBitsJob<node::crypto::PBKDF2Traits>::DoThreadPoolWork'
  ],
  ['sha512_block_data_order_avx2', 'crypto', 'sha512_block_data_order_avx2'],
  [`${pool}uv__fs_work;read;do_syscall_64`, 'fs', 'read'],
  [`${pool}uv__getaddrinfo_work;getaddrinfo`, 'dns', 'uv__getaddrinfo_work'],
  [`${pool}uv_cond_wait;schedule`, 'waiting', ''],
  ['__futex_abstimed_wait_common;do_syscall_64;futex_wait', 'waiting', ''],
  ['sysmalloc;asm_exc_page_fault', 'memory', ''],
  [
    `${helper}${compile}v8::internal::compiler::PipelineCompilationJob::ExecuteJobImpl;v8::internal::Heap::Free`,
    'compiler',
    'v8::internal::compiler::PipelineCompilationJob::ExecuteJobImpl'
  ],
  [
    `${helper}v8::platform::DefaultJobWorker::Run;v8::internal::ScavengerCollector::JobTask::Run;v8::internal::Scavenger::Process`,
    'gc',
    'v8::internal::ScavengerCollector::JobTask::Run'
  ],
  [
    `${helper}v8::platform::DefaultJobWorker::Run;v8::internal::ConcurrentMarking::JobTaskMajor::Run`,
    'gc',
    'v8::internal::ConcurrentMarking::JobTaskMajor::Run'
  ],
  [
    `${pool}node::ThreadPoolWork::ScheduleWork;node::CompressionStream<node::ZlibContext>::DoThreadPoolWork;inflate`,
    'compression',
    'inflate'
  ],
  [
    `${helper}v8::internal::OptimizingCompileTaskExecutor::CompileTask::Run`,
    'compiler',
    'v8::internal::OptimizingCompileTaskExecutor::CompileTask::Run'
  ],
  [
    `${helper}v8::platform::DefaultJobWorker::Run;v8::internal::maglev::MaglevConcurrentDispatcher::JobTask::Run`,
    'compiler',
    'v8::internal::maglev::MaglevConcurrentDispatcher::JobTask::Run'
  ],
  [
    `${helper}v8::platform::DefaultJobWorker::Run;v8::internal::ParallelClearingJob::Run`,
    'gc',
    'v8::internal::ParallelClearingJob::Run'
  ],
  [`${helper}absl::Mutex::UnlockSlow`, 'waiting', ''],
  [`${pool}__open64_nocancel`, 'fs', '__open64_nocancel'],
  [`${helper}clock_gettime`, 'other', 'clock_gettime'],
  [`${helper}v8::platform::DefaultJobWorker::Run`, 'other', 'v8::platform::DefaultJobWorker::Run']
])('%s', (stack, work, name) => {
  expect(workOf(stack.split(';'))).toEqual({ work, name })
})
