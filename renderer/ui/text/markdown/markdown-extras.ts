import type { Element, ElementContent } from 'hast'
import { useEffect, useState } from 'react'
import type { PluggableList } from 'unified'

const none: PluggableList = []

/** Makes a hook that loads extensions of the Markdown parser with the first text that needs them; empty until then. */
function lateExtensions(load: () => Promise<PluggableList>): (isNeeded: boolean) => PluggableList {
  let loaded: PluggableList | undefined
  return function useExtensions(isNeeded) {
    const [plugins, setPlugins] = useState(loaded)
    useEffect(() => {
      if (!isNeeded) return
      let isCurrent = true
      void load().then((list) => {
        loaded ??= list
        if (isCurrent) setPlugins(loaded)
      })
      return () => {
        isCurrent = false
      }
    }, [isNeeded])
    return (isNeeded && plugins) || none
  }
}

/** For remark: formulas between dollar signs. */
export const useMaths = lateExtensions(async () => [(await import('remark-math')).default])

/** For rehype: colours in code whose language is named; guessing the language would be slow and often wrong. */
export const useHighlighting = lateExtensions(async () => {
  const { default: highlight } = await import('rehype-highlight')
  return [[highlight, { detect: false, plainText: ['math'] }]]
})

/** Whether a node of a Markdown tree is a formula: remark-math makes one of code in a language `math`. */
export function isMaths(node: ElementContent | undefined): node is Element {
  return classesOf(node).includes('language-math')
}

/** The class names of an element; none for any other node. */
export function classesOf(node: ElementContent | undefined): string[] {
  const names = node?.type === 'element' ? node.properties['className'] : []
  return Array.isArray(names) ? names.map(String) : []
}

/** All text inside an element. */
export function textOf(node: Element): string {
  return node.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : ''))
    .join('')
}
