"""Close combat: pools of dice that are compared column by column."""
