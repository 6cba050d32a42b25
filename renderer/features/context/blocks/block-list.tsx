import type { ContextChoices } from '@shared/session/turn-trace'
import { memo, useCallback, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { safeName } from '@renderer/ui/text/safe-name'
import { BlockCard } from './block-card'
import styles from '../context-panel.module.css'
import type { ShownBlock } from './shown-blocks'

interface BlockListProps {
  readonly turn: Turn
  /** All blocks of the turn. */
  readonly blocks: readonly ShownBlock[]
  /** Whether those left out are listed, or those in the prompt. */
  readonly cut: boolean
  readonly title: string
  readonly asked: ContextChoices
  readonly onMark: (place: Element, evidenceId: string) => void
}

/** Blocks as cards under a heading; nothing where there are none. */
export const BlockList = memo(function BlockList({ turn, blocks, cut, title, asked, onMark }: BlockListProps) {
  const { t } = useTranslation('context')
  const heading = useId()
  const nameOf = useCallback(
    (blockId: string) => {
      const found = blocks.find(({ block }) => block.block_id === blockId)
      if (!found) return null
      const type = t(`types.${found.block.block_type}`)
      const source = found.sources[0]?.used?.evidence.source.name
      return source === undefined ? type : `${type} \u2068${safeName(source)}\u2069`
    },
    [blocks, t],
  )
  const listed = blocks.filter(({ action }) => (action === 'cut') === cut)
  if (listed.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={styles.heading}>
        {title}
      </h3>
      <ol className={styles.list}>
        {listed.map((shown) => (
          <BlockCard
            key={shown.block.block_id}
            shown={shown}
            turn={turn}
            asked={asked}
            nameOf={nameOf}
            onMark={onMark}
          />
        ))}
      </ol>
    </section>
  )
})
