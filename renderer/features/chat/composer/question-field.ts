import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'

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

/** Whether a key belongs to an input method, which uses Enter to accept what it offers. 229 is what older ones send. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari ends the composition before the key that accepts it
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
