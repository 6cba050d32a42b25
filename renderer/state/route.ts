/** A document on show; `range` is the passage to highlight, 0-based half-open offsets into its extracted text. */
export interface ShownDocument {
  readonly id: string
  readonly range: { readonly start: number; readonly end: number } | null
  /** What stood in the range when it was cited, where that is known; no part of the address. */
  readonly quote?: string
}

/** Where the window is; what its address says after `#`. */
export interface Route {
  readonly view: 'chat' | 'library' | 'models' | 'settings'
  /** The session on show; null for a new chat. */
  readonly sessionId: string | null
  readonly document: ShownDocument | null
}

const views = ['chat', 'library', 'models', 'settings'] as const
const plainId = /^[A-Za-z0-9_-]{1,200}$/u

/** Reads `#/chat/<session>?doc=<document>&at=<start>-<end>`. Anything it does not know becomes a new chat. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/u, '').split('?')
  const [, name = '', session = ''] = path.split('/')
  const parameters = new URLSearchParams(query)
  const id = parameters.get('doc') ?? ''
  return {
    view: views.find((view) => view === name) ?? 'chat',
    sessionId: name === 'chat' && plainId.test(session) ? session : null,
    document: plainId.test(id) ? { id, range: rangeOf(parameters.get('at') ?? '') } : null,
  }
}

export function writeRoute({ view, sessionId, document }: Route): string {
  const path = view === 'chat' && sessionId !== null ? `#/chat/${sessionId}` : `#/${view}`
  if (!document) return path
  const at = document.range ? `&at=${document.range.start}-${document.range.end}` : ''
  return `${path}?doc=${document.id}${at}`
}

function rangeOf(text: string): ShownDocument['range'] {
  const [, first, second] = /^(\d{1,9})-(\d{1,9})$/u.exec(text) ?? []
  const start = Number(first)
  const end = Number(second)
  return Number.isInteger(start) && start < end ? { start, end } : null
}
