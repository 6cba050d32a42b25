import { EntityType } from '@shared/graph'

/** The colours and letters of a drawing, as the theme has them. Colours are `#rrggbb`. */
export interface Look {
  readonly paper: string
  readonly ink: string
  readonly inkSoft: string
  readonly line: string
  /** In the order of `EntityType.options`. */
  readonly types: readonly string[]
  /** Of the largest communities, the largest first; all others have `none`. */
  readonly communities: readonly string[]
  /** For a path: its nodes and the way along them. */
  readonly path: string
  /** For nodes without a type, and without a community that has a colour. */
  readonly none: string
  readonly font: string
}

/** The number of communities with a colour of their own: more could not be told apart at a glance. */
export const colouredCommunities = 10

/** Reads the tokens of the theme in force. */
export function readLook(): Look {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    paper: token('--paper'),
    ink: token('--ink'),
    inkSoft: token('--ink-soft'),
    line: token('--ink-off'),
    types: EntityType.options.map((_, at) => token(`--graph-${at + 1}`)),
    communities: Array.from({ length: colouredCommunities }, (_, at) => token(`--graph-${at + 1}`)),
    path: token('--ink'),
    none: token('--graph-none'),
    font: token('--sans'),
  }
}

/** The name of the token that colours a type, for style sheets; -1 for none. */
export function typeToken(place: number): string {
  return place < 0 ? 'var(--graph-none)' : `var(--graph-${place + 1})`
}

export function communityToken(place: number): string {
  return place < 0 || place >= colouredCommunities ? 'var(--graph-none)' : `var(--graph-${place + 1})`
}

/** The name of the token that a path has. */
export const pathToken = 'var(--ink)'

/** `#rrggbb` that lets through; `alpha` is 0 to 1. */
export function translucent(colour: string, alpha: number): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) || 0)
  return `rgba(${red ?? 0}, ${green ?? 0}, ${blue ?? 0}, ${alpha})`
}

/** A colour between two of the form `#rrggbb`; `share` of the second, 0 to 1. Lines on each other do not add up to black. */
export function mixed(under: string, over: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [from, to] = [under, over].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16) || 0)
    return Math.round((from ?? 0) + ((to ?? 0) - (from ?? 0)) * share)
  })
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Calls back when the theme changes, until the returned function is called. */
export function watchLook(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-text-size'] })
  return () => observer.disconnect()
}
