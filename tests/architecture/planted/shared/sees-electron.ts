// shared-imports-neither
import '../electron/text/words'
