import { create } from 'zustand'

interface Lit {
  readonly turnId: string
  readonly number: number
}

const useLit = create<{ readonly lit: Lit | null }>(() => ({ lit: null }))

/** Whether one of the numbers of a turn is under the pointer or the focus, as a citation, a sentence or a card. */
export function useIsLit(turnId: string, numbers: number | readonly number[]): boolean {
  return useLit(({ lit }) => {
    if (lit?.turnId !== turnId) return false
    return typeof numbers === 'number' ? lit.number === numbers : numbers.includes(lit.number)
  })
}

/** Lights a number of a turn: its citations, its sentences and its card. */
export function light(turnId: string, number: number): void {
  useLit.setState({ lit: { turnId, number } })
}

/** Puts that light out, unless another was lit meanwhile. */
export function unlight(turnId: string, number: number): void {
  const { lit } = useLit.getState()
  if (lit?.turnId === turnId && lit.number === number) putOut()
}

/** Puts out whatever is lit. */
export function putOut(): void {
  useLit.setState({ lit: null })
}
