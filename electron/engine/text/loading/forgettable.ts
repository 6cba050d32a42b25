/** Something that is made when it is first needed, and made again after it was forgotten. */
export interface Forgettable<T> {
  get(): T
  forget(): void
}

const all: Forgettable<unknown>[] = []

/** For dictionaries and the like at the top of a module: much memory, quickly made. */
export function forgettable<T>(make: () => T): Forgettable<T> {
  let made: { readonly value: T } | undefined
  const one: Forgettable<T> = {
    get: () => (made ??= { value: make() }).value,
    forget: () => (made = undefined),
  }
  all.push(one)
  return one
}

/** Forgets what has been made in this thread. Whoever uses it goes on with what it got. */
export function forgetAll(): void {
  for (const one of all) one.forget()
}
