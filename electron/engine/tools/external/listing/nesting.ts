/** Whether JSON text opens more than `depth` lists and objects inside each other; strings are passed over. */
export function isNestedDeeperThan(depth: number, json: string): boolean {
  if (json.length <= depth) return false
  let open = 0
  let isString = false
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at)
    if (isString) {
      if (sign === 0x5c) at += 1
      else if (sign === 0x22) isString = false
    } else if (sign === 0x22) isString = true
    else if (sign === 0x5b || sign === 0x7b) {
      open += 1
      if (open > depth) return true
    } else if (sign === 0x5d || sign === 0x7d) open -= 1
  }
  return false
}

/** The same for a value. */
export function isValueDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  const inner: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return inner.some((one) => isValueDeeperThan(depth - 1, one))
}
