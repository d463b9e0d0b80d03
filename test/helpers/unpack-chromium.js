import chromium from '@sparticuz/chromium'

/** Unpacks Chromium into TMPDIR. ./bundled-chromium.js runs it as a process of its own. */
await chromium.executablePath()
