import type { ToolRun } from '@shared/tools/tool-run'
import { useTranslation } from 'react-i18next'
import type { TextKeyBelow } from '@renderer/locales/text-key'
import { safeLines, safeName } from '@renderer/ui/text/safe-name'
import styles from './tool-cards.module.css'

/**
 * What a tool was or would be given, all of it, letter for letter: nothing in it can hide or turn the text around it. Arguments of Cairn's own
 * tools are called as people call them, those of other programs as these do.
 */
export function ToolArguments({ args, server }: Pick<ToolRun, 'args' | 'server'>) {
  const { t, i18n } = useTranslation('chat')
  const isOurs = (name: string): name is TextKeyBelow<'chat', 'tools.argument'> =>
    server === undefined && i18n.exists(`chat:tools.argument.${name}`)
  const given = Object.entries(args)
  if (given.length === 0) return <p className={styles.note}>{t('tools.noArguments')}</p>
  return (
    <dl className={styles.asked} aria-label={t('tools.asked')}>
      {given.map(([name, value]) => (
        <div key={name}>
          <dt>{isOurs(name) ? t(`tools.argument.${name}`) : <bdi>{safeName(name)}</bdi>}</dt>
          <dd className={styles.value}>
            <bdi>{safeLines(valueText(value))}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}
