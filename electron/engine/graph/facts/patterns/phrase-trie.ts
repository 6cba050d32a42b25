import type { Token } from '../sentences/sentence-token'

interface Node<Value> {
  readonly next: Map<string, Node<Value>>
  readonly values: Value[]
}

const step = /\p{Script=Han}|[^\s\p{Script=Han}]+/gu
const maxSkipped = 2

/** What phrases are compared by: words, and single characters where Chinese is written. */
export function stepsOf(text: string): string[] {
  return text.match(step) ?? []
}

/** Phrases that are looked for in a row of tokens, each with values. */
export class PhraseTrie<Value> {
  readonly #root: Node<Value> = { next: new Map(), values: [] }

  /** `phrase` may offer words to choose from: `is/are based on`. */
  add(phrase: string, value: Value): void {
    let nodes = [this.#root]
    for (const written of stepsOf(phrase)) {
      nodes = nodes.flatMap((node) => written.split(/(?<=.)\/(?=.)/u).map((word) => child(node, word)))
    }
    for (const node of nodes) if (!node.values.includes(value)) node.values.push(value)
  }

  /** The longest phrase that begins with token `at` and ends with one; tokens that `skips` may stand within it. */
  longest(
    tokens: readonly Token[],
    at: number,
    skips: (token: Token) => boolean = () => false,
  ): { end: number; values: readonly Value[] } | undefined {
    let node: Node<Value> | undefined = this.#root
    let best: { end: number; values: readonly Value[] } | undefined
    let skipped = 0
    for (let place = at; place < tokens.length; place += 1) {
      const token = tokens[place]
      if (!token) break
      const next: Node<Value> | undefined = walk(node, token.steps)
      if (next) {
        node = next
        if (node.values.length > 0) best = { end: place + 1, values: node.values }
      } else if (place > at && skipped < maxSkipped && skips(token)) skipped += 1
      else break
    }
    return best
  }
}

function child<Value>(node: Node<Value>, word: string): Node<Value> {
  const known = node.next.get(word)
  if (known) return known
  const made: Node<Value> = { next: new Map(), values: [] }
  node.next.set(word, made)
  return made
}

function walk<Value>(from: Node<Value>, steps: readonly string[]): Node<Value> | undefined {
  let node: Node<Value> | undefined = from
  for (const one of steps) {
    node = node.next.get(one)
    if (!node) return undefined
  }
  return node
}
