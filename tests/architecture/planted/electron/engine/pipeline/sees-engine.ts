// engine-for-shells-only
import '../engine'
