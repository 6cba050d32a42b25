import './cycle-here'
