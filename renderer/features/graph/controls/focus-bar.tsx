import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useGraph } from '@renderer/state/graph/graph-store'
import { focusOn, leaveFocus } from '@renderer/state/graph/graph-places'
import type { GraphFocus } from '@renderer/state/window/route'
import { safeName } from '@renderer/ui/text/safe-name'
import { Segmented } from '@renderer/ui/controls/segmented'
import styles from '../graph-view.module.css'

const depths = { '1': 1, '2': 2, '3': 3 } as const

/** While only an entity's surroundings are drawn: whose, how far, and the way back to the whole. */
export function FocusBar({ focus }: { readonly focus: GraphFocus }) {
  const { t } = useTranslation('graph')
  const steps = useId()
  const name = useGraph(({ picture }) => {
    const at = picture?.nodes.ids.indexOf(focus.id) ?? -1
    return picture?.nodes.names[at] ?? ''
  })
  return (
    <nav className={styles.focus} aria-label={t('focus.label')}>
      <button type="button" className={styles.whole} onClick={leaveFocus}>
        {t('focus.whole')}
      </button>
      <ChevronRight size={14} strokeWidth={1.75} aria-hidden />
      <bdi className={styles.around}>{t('focus.around', { replace: { name: safeName(name) } })}</bdi>
      <span id={steps} className={styles.colourLabel}>
        {t('focus.depth')}
      </span>
      <Segmented
        value={(['1', '2', '3'] as const).find((one) => depths[one] === focus.depth) ?? '1'}
        options={(['1', '2', '3'] as const).map((value) => ({ value, text: value }))}
        onChange={(value) => focusOn(focus.id, depths[value])}
        labelledBy={steps}
      />
    </nav>
  )
}
