const rules = {
  name: /^[\p{L} '-]{1,80}$/u,
  street: /^[\p{L}\d .,'-]{1,120}$/u,
  email: /^([\w.+-]+)+@([\w-]+\.)+[a-z]{2,}$/i
}

/**
 * Returns what is wrong with an order.
 * @param {Record<string, unknown>} order
 */
export function checkOrder(order) {
  return Object.entries(rules).flatMap(([field, rule]) => (rule.test(String(order[field])) ? [] : [field]))
}
