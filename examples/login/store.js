import { randomUUID } from 'node:crypto'

/** @type {Map<string, string>} */
const sessions = new Map()
/** @type {Map<string, string>} */
const tokens = new Map()
/** @type {Map<string, object>} */
const items = new Map()

/** @param {string} user */
export function startSession(user) {
  return startIn(sessions, user)
}

/** @param {string} user */
export function startToken(user) {
  return startIn(tokens, user)
}

/** @param {object} item */
export function storeItem(item) {
  return startIn(items, item)
}

/** @param {string} [cookie] */
export function userOfSession(cookie = '') {
  return sessions.get(cookie.replace('session=', ''))
}

/** @param {string} [authorization] */
export function userOfToken(authorization = '') {
  return tokens.get(authorization.replace('Bearer ', ''))
}

/** @param {string} url */
export function itemOf(url) {
  return items.get(url.replace('/items/', ''))
}

/** @template T @param {Map<string, T>} map @param {T} value */
function startIn(map, value) {
  const id = randomUUID()
  map.set(id, value)
  return id
}
