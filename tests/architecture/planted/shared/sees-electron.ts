// shared-imports-neither
import '../electron/engine/text/words'
