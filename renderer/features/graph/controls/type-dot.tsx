import { EntityType } from '@shared/graph'
import { typeToken } from '../drawing/look'
import styles from './type-dot.module.css'

/** The colour of a type, as the drawing has it. The type's name stands beside it or on the card. */
export function TypeDot({ type }: { readonly type: EntityType | null }) {
  return <Dot colour={typeToken(type === null ? -1 : EntityType.options.indexOf(type))} />
}

/** A dot in a colour of the theme. */
export function Dot({ colour }: { readonly colour: string }) {
  return <span className={styles.dot} style={{ background: colour }} aria-hidden />
}
