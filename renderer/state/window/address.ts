import { create } from 'zustand'
import { leastBeside } from './fit-columns'
import { parseRoute, type Route, writeRoute } from './route'

export type ViewName = Route['view']

/** Where the window is. */
export const useRoute = create<Route>(() => parseRoute(window.location.hash))

/** Goes somewhere; what the change leaves out stays, but for a document that would cover another view. The address bar follows, so that a reload comes back here. */
export function go(change: Partial<Route>, options: { replace?: boolean } = {}): void {
  const before = useRoute.getState()
  const isCovered = change.view !== undefined && change.view !== before.view && window.innerWidth < leastBeside
  const route = { ...before, ...(isCovered ? { document: null } : {}), ...change }
  useRoute.setState(route, true)
  const hash = writeRoute(route)
  if (hash === window.location.hash) return
  if (options.replace === true) window.history.replaceState(null, '', hash)
  else window.history.pushState(null, '', hash)
}

/** Takes over what the address bar says. */
export function readAddress(): void {
  useRoute.setState(parseRoute(window.location.hash), true)
}
