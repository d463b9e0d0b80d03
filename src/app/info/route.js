import path from 'node:path'
import express from 'express'
import { collectInfo } from './collect-info.js'

/** @import { Request, Response } from 'express' */
/** @import { Toggles } from '../toggles.js' */

const assetsFolder = path.join(import.meta.dirname, 'assets')

/**
 * Creates the router of `GET /info`, a page or JSON as the client accepts (406 otherwise), and of the page's assets.
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
