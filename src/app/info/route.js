import path from 'node:path'
import express from 'express'
import { collectInfo } from './collect-info.js'

/** @import { Request, Response } from 'express' */
/** @import { Toggles } from '../toggles.js' */

const assetsFolder = path.join(import.meta.dirname, 'assets')

/**
 * `GET /info` as a page or as JSON, whichever the client accepts (406 for anything else), and the page's own assets.
 *
 * @param {Toggles} toggles
 */
export function createInfoRouter(toggles) {
  const router = express.Router()
  router.get('/info', showAppInfo)
  router.use('/assets', express.static(assetsFolder))
  return router

  /**
   * @param {Request} _request
   * @param {Response} response
   */
  function showAppInfo(_request, response) {
    const info = collectInfo()
    if (toggles.log === 'sync') console.log(info)
    response.format({ html: renderPage, json: sendJson })

    function renderPage() {
      response.render('info/info', { info, inMegabytes })
    }

    function sendJson() {
      response.json(info)
    }
  }
}

/** @param {number} bytes */
function inMegabytes(bytes) {
  return (bytes / 1e6).toFixed(1)
}
