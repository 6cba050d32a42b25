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

/** Runs of an evaluation on show: one, or two side by side. */
export interface ShownRuns {
  readonly run: string
  readonly with: string | null
}

/** Where the window is; what its address says after `#`. */
export interface Route {
  readonly view: 'chat' | 'library' | 'research' | 'notes' | 'graph' | 'evaluation' | 'models' | 'settings'
  /** The session on show; null for a new chat. */
  readonly sessionId: string | null
  /** The research on show; null for the form that begins one. Only in the addresses of its view. */
  readonly runId: string | null
  /** The notebook on show; null for none of them. Only in the addresses of its view. */
  readonly notebookId: string | null
  /** The set of questions on show; null for none of them. Only in the addresses of its view. */
  readonly setId: string | null
  /** The run of it on show, and one to compare it with; null for none. */
  readonly evaluation: ShownRuns | null
  readonly document: ShownDocument | null
  /** The chosen entity of the graph; like `focus` only in the graph's addresses. */
  readonly entity: string | null
  readonly focus: GraphFocus | null
}

const views = ['chat', 'library', 'research', 'notes', 'graph', 'evaluation', 'models', 'settings'] as const
const plainId = /^[A-Za-z0-9_-]{1,200}$/u
const entityId = /^n_[0-9a-f]{16}$/u

/**
 * Reads `#/chat/<session>?doc=<document>&at=<start>-<end>`, `#/notes/<notebook>`, `#/research/<run>`, `#/evaluation/<set>?run=<run>&with=<run>` and
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
    setId: name === 'evaluation' && plainId.test(inside) ? inside : null,
    evaluation: name === 'evaluation' ? runsOf(parameters.get('run') ?? '', parameters.get('with') ?? '') : null,
    document: plainId.test(id) ? { id, range: rangeOf(parameters.get('at') ?? '') } : null,
    entity: name === 'graph' && entityId.test(inside) ? inside : null,
    focus: name === 'graph' ? focusOf(parameters.get('focus') ?? '', parameters.get('depth')) : null,
  }
}

export function writeRoute(route: Route): string {
  const { view, document, focus, evaluation } = route
  const inside = insideOf(route)
  const parts = [
    view === 'graph' && focus ? `focus=${focus.id}&depth=${focus.depth}` : '',
    view === 'evaluation' && evaluation ? `run=${evaluation.run}` : '',
    view === 'evaluation' && evaluation?.with ? `with=${evaluation.with}` : '',
    document ? `doc=${document.id}` : '',
    document?.range ? `at=${document.range.start}-${document.range.end}` : '',
  ].filter((part) => part !== '')
  return [`#/${view}`, inside === null ? '' : `/${inside}`, parts.length > 0 ? `?${parts.join('&')}` : ''].join('')
}

/** What of its things a view shows. */
function insideOf({ view, sessionId, runId, notebookId, setId, entity }: Route): string | null {
  switch (view) {
    case 'chat':
      return sessionId
    case 'research':
      return runId
    case 'notes':
      return notebookId
    case 'evaluation':
      return setId
    case 'graph':
      return entity
    default:
      return null
  }
}

function runsOf(run: string, other: string): ShownRuns | null {
  return plainId.test(run) ? { run, with: plainId.test(other) ? other : null } : null
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
