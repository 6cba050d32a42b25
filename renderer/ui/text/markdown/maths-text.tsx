import 'katex/dist/katex.min.css'
import katex from 'katex'
import { useLayoutEffect, useRef } from 'react'

/** A formula. What KaTeX cannot set is shown as it was written. */
export default function MathsText({ tex, display }: { readonly tex: string; readonly display: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (place.current) setFormula(place.current, tex, display)
  }, [tex, display])
  return <span ref={place} />
}

function setFormula(place: HTMLElement, tex: string, display: boolean): void {
  try {
    // Limits, because the formula may come from a hostile document.
    katex.render(tex, place, { displayMode: display, strict: 'ignore', maxExpand: 200, maxSize: 10 })
  } catch {
    place.textContent = tex
  }
}
