import { type ComponentType, createElement, lazy } from 'react'

/** Fetches of parts that no one has asked for yet, the first declared first. */
const unfetched: (() => Promise<unknown>)[] = []
/** What makes each part anew that could not be loaded. */
const failed: (() => void)[] = []

/**
 * As React's `lazy`, but a part that `fetchParts` has fetched appears at once. React would show the fallback for 300 ms.
 * Only parts asked for `ahead` are among those.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { ahead = true }: { readonly ahead?: boolean } = {},
): ComponentType<Props> {
  let here: { readonly default: ComponentType<Props> } | undefined
  const fetch = async () => (here ??= { default: await load() })
  if (ahead) unfetched.push(fetch)
  const shown = () =>
    lazy(() => {
      if (here) return settled(here)
      const coming = fetch()
      coming.catch(() => failed.push(() => (part = shown())))
      return coming
    })
  let part = shown()
  return (props) => createElement(part as ComponentType<Props>, props)
}

/** Gives every part that could not be loaded another chance: React's `lazy` would keep its first failure for good. */
export function renewFailedParts(): void {
  for (const renew of failed.splice(0)) renew()
}

/** Fetches all parts, one after the other, while nothing else is to be done. Stops with the call that it gives back. */
export function fetchParts(): () => void {
  let waiting = 0
  const next = () => {
    // One that cannot be fetched now is fetched again, and its failure shown, when it is asked for.
    void unfetched.shift()?.().then(whenIdle, whenIdle)
  }
  const whenIdle = () => {
    waiting = unfetched.length > 0 ? requestIdleCallback(next) : 0
  }
  whenIdle()
  return () => cancelIdleCallback(waiting)
}

/** A promise that calls back at once, which `lazy` takes as well. */
function settled<Value>(value: Value): Promise<Value> {
  const promise = Promise.resolve(value)
  return Object.assign(promise, {
    then: (resolve?: ((value: Value) => unknown) | null) => {
      resolve?.(value)
      return promise
    },
  })
}
