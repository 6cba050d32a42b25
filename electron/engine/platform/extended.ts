/** An object with more in it, whose getters stay getters: what they give may change. */
export function extended<Base extends object, More extends object>(base: Base, more: More): Base & More {
  return Object.defineProperties({ ...more }, Object.getOwnPropertyDescriptors(base)) as Base & More
}
