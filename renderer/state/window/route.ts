/** A document on show; `range` is the passage to highlight, 0-based half-open offsets into its extracted text. */
export interface ShownDocument {
  readonly id: string
  readonly range: { readonly start: number; readonly end: number } | null
  /** The text of the range when it was cited, where known; no part of the address. */
  readonly quote?: string
}

/** The surroundings of one entity, drawn instead of the whole graph. */
export interface GraphFocus {
  readonly id: string
  /** Steps from the entity. */
  readonly depth: 1 | 2 | 3
}

/** Where the window is; what its address says after `#`. */
export interface Route {
  readonly view: 'chat' | 'library' | 'research' | 'notes' | 'graph' | 'models' | 'settings'
  /** The session on show; null for a new chat. */
  readonly sessionId: string | null
  /** The research on show; null for the form that begins one. Only in the addresses of its view. */
  readonly runId: string | null
  /** The notebook on show; null for none of them. Only in the addresses of its view. */
  readonly notebookId: string | null
  readonly document: ShownDocument | null
  /** The chosen entity of the graph; like `focus` only in the graph's addresses. */
  readonly entity: string | null
  readonly focus: GraphFocus | null
}

const views = ['chat', 'library', 'research', 'notes', 'graph', 'models', 'settings'] as const
const plainId = /^[A-Za-z0-9_-]{1,200}$/u
const entityId = /^n_[0-9a-f]{16}$/u

/**
 * Reads `#/chat/<session>?doc=<document>&at=<start>-<end>`, `#/notes/<notebook>`, `#/research/<run>` and
 * `#/graph/<entity>?focus=<entity>&depth=2`. Any other address is a new chat.
 */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/u, '').split('?')
  const [, name = '', inside = ''] = path.split('/')
  const parameters = new URLSearchParams(query)
  const id = parameters.get('doc') ?? ''
  return {
    view: views.find((view) => view === name) ?? 'chat',
    sessionId: name === 'chat' && plainId.test(inside) ? inside : null,
    runId: name === 'research' && plainId.test(inside) ? inside : null,
    notebookId: name === 'notes' && plainId.test(inside) ? inside : null,
    document: plainId.test(id) ? { id, range: rangeOf(parameters.get('at') ?? '') } : null,
    entity: name === 'graph' && entityId.test(inside) ? inside : null,
    focus: name === 'graph' ? focusOf(parameters.get('focus') ?? '', parameters.get('depth')) : null,
  }
}

export function writeRoute(route: Route): string {
  const { view, document, focus } = route
  const inside = insideOf(route)
  const parts = [
    view === 'graph' && focus ? `focus=${focus.id}&depth=${focus.depth}` : '',
    document ? `doc=${document.id}` : '',
    document?.range ? `at=${document.range.start}-${document.range.end}` : '',
  ].filter((part) => part !== '')
  return [`#/${view}`, inside === null ? '' : `/${inside}`, parts.length > 0 ? `?${parts.join('&')}` : ''].join('')
}

/** What of its things a view shows. */
function insideOf({ view, sessionId, runId, notebookId, entity }: Route): string | null {
  switch (view) {
    case 'chat':
      return sessionId
    case 'research':
      return runId
    case 'notes':
      return notebookId
    case 'graph':
      return entity
    default:
      return null
  }
}

function focusOf(id: string, depth: string | null): GraphFocus | null {
  if (!entityId.test(id)) return null
  return { id, depth: depth === '2' ? 2 : depth === '3' ? 3 : 1 }
}

function rangeOf(text: string): ShownDocument['range'] {
  const [, first, second] = /^(\d{1,9})-(\d{1,9})$/u.exec(text) ?? []
  const start = Number(first)
  const end = Number(second)
  return Number.isInteger(start) && start < end ? { start, end } : null
}
