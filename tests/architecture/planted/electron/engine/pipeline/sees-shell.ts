// engine-knows-no-shell
import '../../shells/window'
