import { Server } from 'node:http'

/**
 * Preloaded into a server of any framework: before each request it burns as many steps as BANK_STEPS says. All variants of
 * the bank have it, also the baseline, with 0.
 */
const steps = Number(process.env.BANK_STEPS)
const { emit } = Server.prototype
/** Each burn's outcome is the next one's input, so that none can be optimised away. */
let state = 1

Server.prototype.emit = /** @type {typeof emit} */ (
  /** @this {Server} @param {unknown[]} args */
  function burnThenEmit(...args) {
    if (args[0] === 'request') state = burn(steps, state)
    return Reflect.apply(emit, this, args)
  }
)

/**
 * A linear congruential generator (Numerical Recipes): each step needs the result of the one before.
 * @param {number} count @param {number} seed
 */
function burn(count, seed) {
  let value = seed
  for (let step = 0; step < count; step++) value = (Math.imul(value, 1664525) + 1013904223) | 0
  return value
}
