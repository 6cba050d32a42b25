import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../controls/button'

const shownMs = 1600

/** Copies text; `copied` stays true for a moment afterwards. `onError` hears of a clipboard that takes nothing, and of a text that is not there. */
export function useCopy(onError: (thrown: unknown) => void): {
  copied: boolean
  copy: (text: string | Promise<string>) => void
} {
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (at === 0) return
    const timer = setTimeout(() => setAt(0), shownMs)
    return () => clearTimeout(timer)
  }, [at])
  const copy = (text: string | Promise<string>) => {
    Promise.resolve(text)
      .then((known) => navigator.clipboard.writeText(known))
      .then(() => setAt(Date.now()), onError)
  }
  return { copied: at !== 0, copy }
}

interface CopyButtonProps {
  /** What is copied, or how to get it. */
  readonly text: string | (() => string | Promise<string>)
  /** What the button copies, as its name. */
  readonly label: string
  readonly onError: (thrown: unknown) => void
}

/** Copies a text beside it, and says so where it stands. */
export function CopyButton({ text, label, onError }: CopyButtonProps) {
  const { t } = useTranslation('app')
  const { copied, copy } = useCopy(onError)
  return (
    <>
      <IconButton
        icon={copied ? Check : Copy}
        label={copied ? t('copied') : label}
        onClick={() => copy(typeof text === 'string' ? text : text())}
      />
      <span className="unseen" aria-live="polite">
        {copied ? t('copied') : ''}
      </span>
    </>
  )
}
