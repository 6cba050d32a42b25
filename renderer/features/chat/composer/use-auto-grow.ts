import { type RefObject, useLayoutEffect } from 'react'

/** Makes a text field as high as its text, up to what its style sheet allows. */
export function useAutoGrow(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (field.current) fitToText(field.current)
  }, [field, text])
}

function fitToText(area: HTMLTextAreaElement): void {
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}
