import { Check, Copy } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@renderer/ui/controls/button'
import { useCopy } from '../../turn/copy-text'
import styles from './code-block.module.css'

/** A block of code with its language and a button that copies it. */
export function CodeBlock({ language, children }: { readonly language: string; readonly children: ReactNode }) {
  const { t } = useTranslation(['chat', 'app'])
  const code = useRef<HTMLPreElement>(null)
  const { copied, copy } = useCopy()
  return (
    <div className={styles.block}>
      <div className={styles.head}>
        <span>{language}</span>
        <IconButton
          size="small"
          icon={copied ? Check : Copy}
          label={copied ? t('app:copied') : t('copyCode')}
          onClick={() => copy(code.current?.textContent.replace(/\n$/u, '') ?? '')}
        />
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <pre ref={code} tabIndex={0} className={styles.code}>
        {children}
      </pre>
    </div>
  )
}
