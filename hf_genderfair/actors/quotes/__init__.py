"""What is quoted, directly or in reported clauses, and whose words it is said to be."""
