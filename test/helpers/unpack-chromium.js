import chromium from '@sparticuz/chromium'

/** Run as a program of its own, see ./bundled-chromium.js: unpacks Chromium into the temporary folder it is given. */
await chromium.executablePath()
