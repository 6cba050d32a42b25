// wiring-for-the-engine-only
import '../wiring/wire-one'
