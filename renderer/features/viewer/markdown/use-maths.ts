import { useEffect, useState } from 'react'
import type { PluggableList } from 'unified'

let loaded: PluggableList | undefined
const none: PluggableList = []

/** The parser's extension for maths, loaded with the first document that has some; empty until it is here. */
export function useMaths(isNeeded: boolean): PluggableList {
  const [plugins, setPlugins] = useState(loaded)
  useEffect(() => {
    if (!isNeeded) return
    let isCurrent = true
    void import('remark-math').then(({ default: maths }) => {
      loaded ??= [maths]
      if (isCurrent) setPlugins(loaded)
    })
    return () => {
      isCurrent = false
    }
  }, [isNeeded])
  return (isNeeded && plugins) || none
}
