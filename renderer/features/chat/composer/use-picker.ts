import { type KeyboardEvent, useState } from 'react'

/** Something typed that a list is offered for: where it begins in the text, and its words. */
interface TypedQuery {
  readonly at: number
  readonly words: string
}

/** A query until it is left with Escape: one that was left stays so until the caret has been elsewhere. */
export function useOpenQuery<Query extends TypedQuery>(found: Query | null) {
  /** Where the query starts that was left. */
  const [left, setLeft] = useState<number | null>(null)
  return {
    query: found && found.at !== left ? found : null,
    leave: () => setLeft(found?.at ?? null),
    forget: () => {
      if (left !== null && !found) setLeft(null)
    },
  }
}

interface PickerKeys<Option> {
  readonly opened: ReturnType<typeof useOpenQuery>
  readonly options: readonly Option[]
  readonly choose: (option: Option) => void
  /** Stays open where nothing matches, to say so. */
  readonly saysNone?: boolean
  /** The query is all there is: it is no question, so Enter does not send it. */
  readonly isAll?: boolean
}

/** The option that keys and the pointer are at. `press` is asked first about every key and answers whether it took it. */
export function usePickerKeys<Option>(input: PickerKeys<Option>) {
  const { opened, options, choose, saysNone = false, isAll = false } = input
  const [active, setActive] = useState(0)
  const at = Math.min(active, Math.max(0, options.length - 1))
  const take = (option: Option) => {
    setActive(0)
    choose(option)
  }
  const press = (event: KeyboardEvent): boolean => {
    if (!opened.query) {
      opened.forget()
      return false
    }
    const option = options[at]
    if (event.key === 'Escape') opened.leave()
    else if (event.key === 'ArrowDown' && option) setActive((at + 1) % options.length)
    else if (event.key === 'ArrowUp' && option) setActive((at + options.length - 1) % options.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && option) take(option)
    else if (!(event.key === 'Enter' && !event.shiftKey && isAll)) return false
    event.preventDefault()
    return true
  }
  return {
    open: opened.query !== null && (options.length > 0 || opened.query.words === '' || saysNone),
    options,
    active: at,
    setActive,
    choose: take,
    press,
  }
}
