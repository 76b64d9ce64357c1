"""Summer Pavilion."""
