import type { Options as HighlightOptions } from 'rehype-highlight'
import { useEffect, useState } from 'react'
import type { PluggableList } from 'unified'

/** What only some answers need is loaded when the first of them is shown. */
export interface Extras {
  readonly remark: PluggableList
  readonly rehype: PluggableList
}

interface Loaded {
  readonly maths?: PluggableList
  readonly code?: PluggableList
}

/** Colours code whose language is named; guessing would be slow and often wrong. */
const colouring: HighlightOptions = { detect: false, plainText: ['math'] }

let loaded: Loaded = {}
const none: PluggableList = []

/** The parser's extensions for maths and for the colours of code; without them until they are here. */
export function useExtras(needs: { readonly maths: boolean; readonly code: boolean }): Extras {
  const [here, setHere] = useState(loaded)
  const { maths, code } = needs
  useEffect(() => {
    let current = true
    const add = (more: Loaded) => {
      loaded = { ...loaded, ...more }
      if (current) setHere(loaded)
    }
    if (maths) void import('remark-math').then((file) => add({ maths: [file.default] }))
    if (code) void import('rehype-highlight').then((file) => add({ code: [[file.default, colouring]] }))
    return () => {
      current = false
    }
  }, [maths, code])
  return { remark: (maths && here.maths) || none, rehype: (code && here.code) || none }
}
